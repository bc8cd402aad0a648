/** The changes of content packs. */
import {
  type ContentPack,
  type ContentPackDraft,
  createContentPack,
  deleteContentPack,
  deleteContentPackRevision,
  downloadContentPack,
  type InstallRequest,
  installContentPack,
  uninstallContentPack,
} from '@logyard/contract/content-packs/content-packs'
import { statusText } from '../../api/api-error.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { downloadFile } from '../../ui/download-file.ts'
import { CONTENT_PACKS_KEY } from './pack-queries.ts'

const PACKS = [CONTENT_PACKS_KEY] as const
/** An installation makes and deletes objects of every area. */
export const EVERYTHING = [[]] as const

interface Revision {
  readonly id: string
  readonly rev: number
}

export const packFileName = ({ id, rev }: Revision): string =>
  `content-pack-${id.replaceAll(/[^\w.-]+/g, '-')}-${rev}.json`

/** A draft, or the text of a file, which may be invalid JSON. */
export const useCreatePack = () =>
  useAction({
    // Parsed here, so that the toast says what is wrong with the text.
    run: async (call, pack: ContentPackDraft | string) =>
      call(createContentPack, { body: typeof pack === 'string' ? parsedPack(pack) : pack }),
    texts: 'contentPacks.toast.import',
    changes: PACKS,
  })

/** The server checks it as it checks every body. */
const parsedPack = (text: string): ContentPackDraft => JSON.parse(text.replace(/^\uFEFF/, ''))

export const useInstallPack = () =>
  useAction({
    run: (call, { id, rev, body }: Revision & { body: InstallRequest }) =>
      call(installContentPack, { params: { id, rev: String(rev) }, body }),
    texts: 'contentPacks.toast.install',
    changes: EVERYTHING,
  })

export const useUninstallPack = () =>
  useAction({
    run: (call, params: { id: string; iid: string }) => call(uninstallContentPack, { params }),
    texts: 'contentPacks.toast.uninstall',
    changes: EVERYTHING,
  })

export const useDeletePack = () =>
  useAskedAction({
    run: (call, { id }: ContentPack) => call(deleteContentPack, { params: { id } }),
    texts: 'contentPacks.toast.deleteAll',
    question: 'contentPacks.deleteAll',
    confirmLabel: 'contentPacks.deleteAll',
    changes: PACKS,
  })

export const useDeleteRevision = () =>
  useAskedAction({
    run: (call, { id, rev }: ContentPack) => call(deleteContentPackRevision, { params: { id, rev: String(rev) } }),
    texts: 'contentPacks.toast.deleteRevision',
    question: 'contentPacks.deleteRevision',
    confirmLabel: 'contentPacks.delete',
    changes: [],
  })

/** Saves the file with the session, so that the address carries no credentials. */
export function useDownloadPack() {
  const t = useText()
  const call = useCall()
  const notify = useNotify()
  return async (revision: Revision) => {
    try {
      const params = { id: revision.id, rev: String(revision.rev) }
      const response = await call.open(downloadContentPack, { params })
      downloadFile(packFileName(revision), await response.blob())
    } catch (error) {
      notify.error(t('contentPacks.toast.downloadFailed', { status: statusText(error) }))
    }
  }
}
