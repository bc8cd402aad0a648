import { createSupportBundle } from '@logyard/contract/support/support-bundle'
import { Button } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { useConfirm } from '../../ui/confirm/confirm.tsx'
import { downloadFile } from '../../ui/download-file.ts'

const NAMED = /filename="([\w.-]+)"/

/** Saves a file with the facts about the installation, for people who look for the cause of a problem. */
export function SupportButton() {
  const t = useText()
  const call = useCall()
  const may = useMay()
  const confirm = useConfirm()
  const save = useReportedMutation({
    async run(_: undefined) {
      const response = await call.open(createSupportBundle, { accept: 'application/gzip' })
      const name = NAMED.exec(response.headers.get('content-disposition') ?? '')?.[1]
      downloadFile(name ?? 'logyard-support.tar.gz', await response.blob())
    },
    succeeded: () => t('overview.support.saved'),
    failed: (_, status) => ({
      title: t('overview.support.failed.title'),
      text: t('overview.support.failed', { status }),
    }),
    changes: [],
  })
  if (!may(createSupportBundle)) return null
  const ask = async () => {
    const agreed = await confirm({
      title: t('overview.support'),
      text: t('overview.support.text'),
      confirmLabel: t('overview.support.save'),
    })
    if (agreed) save.mutate(undefined)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconPackageExport size={16} />}
      loading={save.isPending}
      onClick={() => void ask()}
    >
      {t('overview.support')}
    </Button>
  )
}
