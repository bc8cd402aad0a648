import { createToken } from '@logyard/contract/identity/tokens'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useClock } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useAction } from '../../../ui/action/use-action.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Step } from '../../../ui/step/step.tsx'
import { SIDECAR_USER } from './connect-queries.ts'

interface TokenStepProps {
  /** Undefined while the user is loading, or if it may not be seen. */
  readonly userId: string | undefined
  readonly token: string
  /** An agent has signed in with it. */
  readonly isUsed: boolean
  readonly onToken: (token: string) => void
}

/** A new token, or one that the user already has. */
export function TokenStep({ userId, token, isUsed, onToken }: TokenStepProps) {
  const t = useText()
  const { now } = useClock()
  const mayCreate = useMay()(createToken, { username: SIDECAR_USER }) && userId !== undefined
  const [draft, setDraft] = useState('')
  const create = useAction({
    run: (call, id: string) => {
      const name = `sidecar ${new Date(now()).toISOString().slice(0, 16).replace('T', ' ')}`
      return call(createToken, { params: { userId: id, name }, body: {} })
    },
    texts: 'sidecars.toast.token',
    changes: [['users']],
  })
  return (
    <Step number={3} title={t('sidecars.connect.token')} isDone={isUsed || token !== ''}>
      {token === '' && !isUsed ? (
        <Group gap="sm" align="flex-end" mt="xs">
          {mayCreate && (
            <Button
              loading={create.isPending}
              onClick={() => create.mutate(userId, { onSuccess: ({ token: made }) => onToken(made) })}
            >
              {t('sidecars.connect.token.create')}
            </Button>
          )}
          <TextInput
            flex="1 1 220px"
            label={t('sidecars.connect.token.own')}
            autoComplete="off"
            spellCheck={false}
            translate="no"
            value={draft}
            onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          />
          <Button variant="default" disabled={!/^[\w-]+$/.test(draft.trim())} onClick={() => onToken(draft.trim())}>
            {t('sidecars.connect.token.use')}
          </Button>
        </Group>
      ) : (
        <Dimmed>{t(token === '' ? 'sidecars.connect.token.used' : 'sidecars.connect.token.done')}</Dimmed>
      )}
    </Step>
  )
}
