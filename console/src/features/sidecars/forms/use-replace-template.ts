import { useQueryClient } from '@tanstack/react-query'
import { statusText } from '../../../api/api-error.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { runningInputsQuery } from '../../../ingest/running-inputs-query.ts'
import { useSenderHost } from '../../../ingest/sending/sender-host.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { fillTemplate } from './fill-template.ts'
import { collectorQuery } from './form-queries.ts'

/** Puts another text in place of the template, and asks first if there is one. */
export function useReplaceTemplate(template: string, onReplace: (template: string) => void) {
  const t = useText()
  const call = useCall()
  const notify = useNotify()
  const client = useQueryClient()
  const confirm = useConfirm()
  const { host } = useSenderHost()

  async function replace(next: string, question: string): Promise<boolean> {
    const isSure =
      template.trim() === '' ||
      template === next ||
      (await confirm({
        title: t('sidecars.template.replace.title'),
        text: question,
        confirmLabel: t('sidecars.template.replace'),
        isDangerous: true,
      }))
    if (isSure) onReplace(next)
    return isSure
  }

  return {
    async byDefault(collectorId: string): Promise<void> {
      try {
        const { default_template: next } = await client.fetchQuery(collectorQuery(call, collectorId))
        if (next === null || next === '') return
        const inputs = await client.fetchQuery(runningInputsQuery(call))
        await replace(fillTemplate(next, host, inputs), t('sidecars.template.replace.default'))
      } catch (error) {
        notify.error(
          t('sidecars.toast.collectorsFailed', { status: statusText(error) }),
          t('sidecars.toast.collectorFailed.title'),
        )
      }
    },
    byUpload: (next: string) => replace(next, t('sidecars.template.replace.upload')),
  }
}
