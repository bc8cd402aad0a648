/** Exports a dashboard to a file, and imports one, also from another Logyard server. */
import { exportView, importView, type ViewFileDraft } from '@logyard/contract/views/view-files'
import type { View } from '@logyard/contract/views/views'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useReloadCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useAction } from '../../../ui/action/use-action.ts'
import { downloadFile, fileName } from '../../../ui/download-file.ts'
import { VIEWS_KEY } from '../../../view-document/saved/view-queries.ts'

export const useExportView = () =>
  useAction({
    run: async (call, { id, title }: Pick<View, 'id' | 'title'>) => {
      const file = await call(exportView, { params: { id } })
      const content = new Blob([`${JSON.stringify(file, undefined, 2)}\n`], { type: 'application/json' })
      downloadFile(fileName(title, 'json'), content)
    },
    texts: 'dashboards.file.export',
    changes: [],
  })

export function useImportView() {
  const t = useText()
  const go = useGo()
  const reload = useReloadCurrentUser()
  return useAction({
    run: async (call, file: File) => {
      const view = await call(importView, { body: readViewFile(await file.text(), t('dashboards.file.noView')) })
      await reload()
      go(view.type === 'DASHBOARD' ? routes.dashboard(view.id) : routes.savedSearch(view.id))
      return view
    },
    texts: 'dashboards.file.import',
    values: ({ name }, view) => ({ file: name, title: view?.title ?? '' }),
    changes: [VIEWS_KEY],
  })
}

/** Checks only that there is something to send; the server validates it. */
function readViewFile(text: string, refusal: string): ViewFileDraft {
  const file = parsed(text)
  if (!isViewFile(file)) throw new Error(refusal)
  return file
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isViewFile = (file: unknown): file is ViewFileDraft =>
  typeof file === 'object' && file !== null && 'view' in file && 'search' in file
