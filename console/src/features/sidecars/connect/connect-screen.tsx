import { searchesEverywhere } from '@logyard/contract/identity/rights'
import { listTokens } from '@logyard/contract/identity/tokens'
import { getUser } from '@logyard/contract/identity/users'
import type { SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Steps } from '../../../ui/step/step.tsx'
import { useTag } from '../administration/bulk-changes.ts'
import { SidecarsPage } from '../sidecars-page.tsx'
import {
  firstMessageQuery,
  newSidecar,
  registeredBeforeQuery,
  registeredNowQuery,
  SIDECAR_USER,
  sidecarUserQuery,
  watchedSidecarQuery,
} from './connect-queries.ts'
import { InputStep } from './input-step.tsx'
import { InstallStep } from './install-step.tsx'
import { AssignStep, MessageStep, RegisterStep } from './live-steps.tsx'
import { TagStep } from './tag-step.tsx'
import { TokenStep } from './token-step.tsx'

/** From a token to the first message of a new agent; each step is ticked off when it has actually happened. */
export function ConnectScreen() {
  const t = useText()
  const may = useMay()
  const call = useCall()
  const [token, setToken] = useState('')
  const [tags, setTags] = useState<readonly string[]>([])
  const user = useQuery({ ...sidecarUserQuery(call), enabled: may(getUser, { username: SIDECAR_USER }) }).data
  const sidecar = useNewSidecar()
  useTagOnce(sidecar, tags)
  const nodeId = sidecar?.node_id
  const message = useQuery({
    ...firstMessageQuery(call, nodeId ?? ''),
    enabled: nodeId !== undefined && may(searchesEverywhere),
  }).data
  const userId = user?.id ?? undefined
  const seesTokens = may(listTokens, { username: SIDECAR_USER })
  return (
    <SidecarsPage
      title={t('sidecars.connect.one')}
      description={t('sidecars.connect.description')}
      width="reading"
      action={
        seesTokens &&
        userId !== undefined && (
          <LinkButton variant="default" to={routes.users.tokens(userId)}>
            {t('sidecars.connect.tokens')}
          </LinkButton>
        )
      }
    >
      <Steps>
        <InputStep />
        <TagStep tags={tags} onTags={setTags} isPast={sidecar !== undefined} />
        <TokenStep userId={userId} token={token} isUsed={sidecar !== undefined} onToken={setToken} />
        <InstallStep token={token} isDone={sidecar !== undefined} />
        <RegisterStep sidecar={sidecar} isWaiting={token !== ''} />
        <AssignStep sidecar={sidecar} />
        <MessageStep sidecar={sidecar} message={message ?? undefined} />
      </Steps>
    </SidecarsPage>
  )
}

/** The URL holds its id from then on, so that the page goes on with it after a visit to another one. */
function useNewSidecar() {
  const call = useCall()
  const visit = useId()
  const watched = useQueryValues().get('node_id')
  const setValues = useSetQueryValues()
  const before = useQuery(registeredBeforeQuery(call, visit)).data
  const now = useQuery({ ...registeredNowQuery(call), enabled: watched === null }).data
  const known = useQuery({ ...watchedSidecarQuery(call, watched ?? ''), enabled: watched !== null }).data
  const found = newSidecar(before, now)
  const foundId = found?.node_id
  useEffect(() => {
    if (watched === null && foundId !== undefined) setValues({ node_id: foundId }, { replace: true })
  }, [watched, foundId, setValues])
  return known ?? found
}

/** Gives the chosen tags to the new sidecar, once. */
function useTagOnce(sidecar: SidecarSummary | undefined, tags: readonly string[]): void {
  const { mutate } = useTag()
  const isTagged = useRef(false)
  const nodeId = sidecar?.node_id
  useEffect(() => {
    if (nodeId === undefined || tags.length === 0 || isTagged.current) return
    isTagged.current = true
    mutate({ node_ids: [nodeId], add: [...tags] })
  }, [nodeId, tags, mutate])
}
