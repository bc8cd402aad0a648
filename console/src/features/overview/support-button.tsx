import { createSupportBundle } from '@logyard/contract/support/support-bundle'
import { Button } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useAskedAction } from '../../ui/action/use-action.ts'
import { downloadFile } from '../../ui/download-file.ts'

const NAMED = /filename="([\w.-]+)"/

/** Saves a file with the facts about the installation, for people who look for the cause of a problem. */
export function SupportButton() {
  const t = useText()
  const may = useMay()
  const save = useAskedAction({
    async run(call) {
      const response = await call.open(createSupportBundle, { accept: 'application/gzip' })
      const name = NAMED.exec(response.headers.get('content-disposition') ?? '')?.[1]
      downloadFile(name ?? 'logyard-support.tar.gz', await response.blob())
    },
    texts: 'overview.support',
    question: 'overview.support',
    isHarmless: true,
    changes: [],
  })
  if (!may(createSupportBundle)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconPackageExport size={16} />}
      loading={save.isPending}
      onClick={() => void save(undefined)}
    >
      {t('overview.support.title')}
    </Button>
  )
}
