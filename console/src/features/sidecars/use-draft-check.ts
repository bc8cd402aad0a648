import type { ValidationResult } from '@logyard/contract/http/envelope'
import type { Call } from '../../api/api-client.ts'
import { useText } from '../../base/text/text.tsx'
import { type CheckedDraft, useLiveCheck } from '../../ui/form/use-live-check.ts'

interface DraftCheck {
  readonly kind: 'collector' | 'configuration' | 'variable'
  /** Tells drafts apart. */
  readonly draft: unknown
  /** Absent while too little is filled in. */
  readonly check: ((call: Call, signal: AbortSignal) => Promise<ValidationResult>) | undefined
}

/** The server's errors of a collector, configuration or variable, asked for when the user pauses. */
export function useDraftCheck({ kind, draft, check }: DraftCheck): CheckedDraft {
  const t = useText()
  return useLiveCheck({
    key: [kind, draft],
    check,
    failed: {
      title: t(`sidecars.toast.checkFailed.${kind}`),
      text: (status) => t('sidecars.toast.checkFailed', { status }),
    },
  })
}

/** The server accepts a space where a field is required, so an empty field is not refused before it is filled in. */
export const orSpace = (text: string): string => (text === '' ? ' ' : text)
