import type { GalleryPack } from '@logyard/contract/content-packs/gallery'
import { getInput } from '@logyard/contract/ingest/inputs'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { commandOfText } from '../../../ingest/send-command.ts'
import { SendSteps } from '../../../ingest/sending/send-steps.tsx'
import { NextSteps } from '../../../ui/next-steps/next-steps.tsx'
import { useInstalled } from './use-installed.ts'

/** How senders reach the inputs of an installed pack, and the first message of each. */
export function SendToPack({ pack }: { readonly pack: GalleryPack }) {
  const t = useText()
  const inputs = useInstalled(pack, 'input')
  return pack.sends.map(({ input: packedId, text }) => {
    const installed = inputs.find((one) => one.content_pack_entity_id === packedId)
    return (
      installed !== undefined && (
        <NextSteps key={packedId} title={pack.sends.length > 1 ? installed.title : t('ingest.next')}>
          <SendToInput id={installed.id} text={text} />
        </NextSteps>
      )
    )
  })
}

function SendToInput({ id, text }: { readonly id: string; readonly text: string }) {
  const isSeen = useMay()(getInput, { id })
  const input = useQuery({
    ...callQuery(useCall(), ['inputs', 'one', id], getInput, { params: { id } }),
    enabled: isSeen,
  }).data
  if (input === undefined) return null
  return <SendSteps input={input} commandFor={commandOfText(text)} />
}
