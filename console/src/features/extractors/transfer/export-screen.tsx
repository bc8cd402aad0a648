import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { apiVersion } from '../../../base/server/product-version.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { systemQuery } from '../../../cluster/cluster-queries.ts'
import { extractorsQuery } from '../../../ingest/extractors-query.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { downloadFile, fileName } from '../../../ui/download-file.ts'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { inputIdOf } from '../extractor-links.ts'
import { useExtractorCrumbs, WithInput } from '../input-page.tsx'
import { extractorFile } from './extractor-file.ts'
import classes from './transfer.module.css'

export function ExportScreen() {
  const { inputId, nodeId } = useRouteParams(routes.inputs.extractorsExport)
  return <WithInput id={inputIdOf(inputId, nodeId)}>{(input) => <Export input={input} />}</WithInput>
}

function Export({ input }: { input: InputSummary }) {
  const t = useText()
  const call = useCall()
  const crumbs = useExtractorCrumbs(input)
  const extractors = useQuery({ ...extractorsQuery(call, input.id), refetchInterval: false })
  const system = useQuery(systemQuery(call))
  const failed = extractors.error ?? system.error
  const text =
    extractors.data === undefined || system.data === undefined
      ? undefined
      : extractorFile(extractors.data, apiVersion(system.data.version) ?? system.data.version)
  const retry = () => Promise.all([extractors.refetch(), system.refetch()])
  return (
    <Page title={t('extractors.export.of')} subject={input.title} crumbs={crumbs} width="reading">
      {failed !== null && <LoadFailed error={failed} onRetry={retry} />}
      {failed === null && text === undefined && <LoadingLines />}
      {text !== undefined && (
        <Stack gap="sm">
          <Group gap="sm">
            <CopyButton value={text} label={t('extractors.export.copy')} withLabel />
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={15} />}
              onClick={() => downloadFile(fileName(`${input.title} extractors`, 'json'), new Blob([text]))}
            >
              {t('extractors.export.download')}
            </Button>
          </Group>
          <Textarea
            className={classes['code'] ?? ''}
            aria-label={t('extractors.export.file')}
            readOnly
            rows={30}
            spellCheck={false}
            value={text}
          />
        </Stack>
      )}
    </Page>
  )
}
