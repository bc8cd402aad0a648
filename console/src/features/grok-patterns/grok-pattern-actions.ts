/** The mutations of grok patterns, with their toasts. */
import {
  createGrokPattern,
  deleteGrokPattern,
  type GrokPattern,
  updateGrokPattern,
} from '@logyard/contract/grok/grok-patterns'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { GROK_PATTERNS_KEY } from '../../parsing/grok-patterns-query.ts'
import type { NamedPattern } from '../../parsing/pattern-input/pattern-input-props.ts'
import { apiFieldErrors } from '../../ui/form/api-field-errors.ts'

const CHANGED = [GROK_PATTERNS_KEY] as const

/** The reason from the server's list of errors, else the status. */
export const reasonOf = (error: Error, status: string): string => apiFieldErrors(error)?.['_'] ?? status

export function useSaveGrokPattern(stored: GrokPattern | undefined) {
  const t = useText()
  const call = useCall()
  const id = stored?.id ?? undefined
  return useReportedMutation({
    run: (body: NamedPattern) =>
      id === undefined
        ? call(createGrokPattern, { body: { ...body } })
        : call(updateGrokPattern, { params: { id }, body: { ...body } }),
    succeeded: ({ name }) => t(id === undefined ? 'grok.toast.created' : 'grok.toast.updated', { name }),
    failed: ({ name }, status, error) => ({
      title: t('grok.toast.saveFailed.title'),
      text: t('grok.toast.saveFailed', { name, status: reasonOf(error, status) }),
    }),
    changes: CHANGED,
  })
}

export function useDeleteGrokPattern() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: ({ id }: { id: string; name: string }) => call(deleteGrokPattern, { params: { id } }),
    succeeded: ({ name }) => t('grok.toast.deleted', { name }),
    failed: ({ name }, status) => ({
      title: t('grok.toast.deleteFailed.title'),
      text: t('grok.toast.deleteFailed', { name, status }),
    }),
    changes: CHANGED,
  })
}

export function useImportGrokPatterns() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: ({ file, replace }: { file: string; replace: boolean }) =>
      call(createGrokPattern, { query: { replace }, body: file }),
    succeeded: () => ({ title: t('ui.toast.done'), text: t('grok.toast.imported') }),
    failed: (_, status, error) => ({
      title: t('grok.toast.loadFailed.title'),
      text: t('grok.toast.importFailed', { status: reasonOf(error, status) }),
    }),
    changes: CHANGED,
  })
}
