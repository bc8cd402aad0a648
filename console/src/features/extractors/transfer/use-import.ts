import { type CreateExtractorRequest, createExtractor } from '@logyard/contract/extractors/extractors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { extractorsKey } from '../../../ingest/extractors-query.ts'

/** Creates the extractors one after the other; entries without a request count as errors. */
export function useImport(inputId: string) {
  const call = useCall()
  const t = useText()
  const notify = useNotify()
  const client = useQueryClient()
  return useMutation({
    async mutationFn(requests: readonly (CreateExtractorRequest | undefined)[]) {
      let imported = 0
      for (const body of requests) {
        if (body === undefined) continue
        try {
          await call(createExtractor, { params: { inputId }, body })
          imported += 1
        } catch (error) {
          // The server refuses this entry; the next one may be valid.
          if (!(error instanceof ApiError)) throw error
        }
      }
      return { imported, failed: requests.length - imported }
    },
    onSuccess({ imported, failed }) {
      if (failed === 0) {
        notify.success(t('extractors.toast.imported', { imported }), t('extractors.toast.imported.title'))
      } else {
        notify.warning(
          t('extractors.toast.importedInPart', { imported, failed }),
          t('extractors.toast.importedInPart.title'),
        )
      }
    },
    onError: (error) =>
      notify.error(
        t('extractors.toast.create.failed', { status: error.message }),
        t('extractors.toast.create.failed.title'),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: extractorsKey(inputId) }),
  })
}
