/** The mutations of content packs, with their toasts. */
import {
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
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
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
export function useCreatePack() {
  const t = useText()
  const call = useCall()
  const notify = useNotify()
  return useReportedMutation({
    async run(pack: ContentPackDraft | string) {
      await call(createContentPack, { body: typeof pack === 'string' ? parsedPack(pack) : pack })
      notify.success(t('contentPacks.toast.imported'), t('ui.toast.done'))
    },
    failed: (_, status) => ({
      title: t('contentPacks.toast.importFailed.title'),
      text: t('contentPacks.toast.importFailed', { status }),
    }),
    changes: PACKS,
  })
}

/** The server checks it as it checks every body. */
const parsedPack = (text: string): ContentPackDraft => JSON.parse(text.replace(/^\uFEFF/, ''))

export function useInstallPack() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: ({ id, rev, body }: Revision & { body: InstallRequest }) =>
      call(installContentPack, { params: { id, rev: String(rev) }, body }),
    succeeded: () => t('contentPacks.toast.installed'),
    failed: ({ id }, status) => ({ text: t('contentPacks.toast.installFailed', { status, id }) }),
    changes: EVERYTHING,
  })
}

export function useUninstallPack() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (params: { id: string; iid: string }) => call(uninstallContentPack, { params }),
    succeeded: () => t('contentPacks.toast.uninstalled'),
    failed: () => ({ text: t('contentPacks.toast.uninstallFailed') }),
    changes: EVERYTHING,
  })
}

export function useDeletePack() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (id: string) => call(deleteContentPack, { params: { id } }),
    succeeded: () => t('contentPacks.toast.deleted'),
    failed: (_, message) => ({ text: t('contentPacks.toast.deleteFailed', { message }) }),
    changes: PACKS,
  })
}

export function useDeleteRevision() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: ({ id, rev }: Revision) => call(deleteContentPackRevision, { params: { id, rev: String(rev) } }),
    succeeded: () => t('contentPacks.toast.revisionDeleted'),
    failed: (_, message) => ({ text: t('contentPacks.toast.revisionDeleteFailed', { message }) }),
    changes: [],
  })
}

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
