import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { useText } from '../../base/text/text.tsx'
import { isPortTaken, plainReason } from '../../ingest/input-states.ts'
import { ownerOfPort, portOf } from './input-address.ts'

export interface FailureText {
  readonly text: string
  /** The setting that has to change; `undefined` if that is not known. */
  readonly remedy: 'port' | 'address' | undefined
}

/** Why an input does not run, in words. */
export function useFailureText(): (
  input: InputSummary,
  reason: string | null,
  inputs: readonly InputSummary[],
) => FailureText {
  const t = useText()
  return (input, reason, inputs) => {
    const port = String(portOf(input) ?? '')
    const owner = ownerOfPort(inputs, input)
    if (reason === null) return { text: t('inputs.failed.noReason'), remedy: undefined }
    if (isPortTaken(reason)) {
      const text =
        owner === undefined
          ? t('inputs.failed.portTaken', { port })
          : t('inputs.failed.portOfInput', { port, title: owner.title })
      return { text, remedy: 'port' }
    }
    if (reason.includes('Permission denied')) return { text: t('inputs.failed.portRefused', { port }), remedy: 'port' }
    if (/Cannot assign requested address|Unknown bind address/.test(reason)) {
      const address = String(input.attributes['bind_address'] ?? '')
      return { text: t('inputs.failed.address', { address }), remedy: 'address' }
    }
    return { text: plainReason(reason), remedy: undefined }
  }
}
