import { updateExtractor } from '@logyard/contract/extractors/extractors'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Button, FileButton, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useGo, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { extractorsQuery } from '../../../ingest/extractors-query.ts'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { FormFooter } from '../../../ui/form/form-footer.tsx'
import { ForEditors } from '../../../ui/page/for-editors.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { checkExtractors } from '../check-extractors.ts'
import { inputIdOf, useExtractorLinks } from '../extractor-links.ts'
import { useExtractorCrumbs, WithInput } from '../input-page.tsx'
import { nextOrder } from '../model/extractor-values.ts'
import { type FileEntry, readExtractorFile } from './extractor-file.ts'
import { ImportPreview } from './import-preview.tsx'
import classes from './transfer.module.css'
import { useImport } from './use-import.ts'

const TYPING_PAUSE_MS = 300
const MAX_FILE_BYTES = 8 * 1024 * 1024

export function ImportScreen() {
  const { inputId, nodeId } = useRouteParams(routes.inputs.extractorsImport)
  return <WithInput id={inputIdOf(inputId, nodeId)}>{(input) => <Import input={input} />}</WithInput>
}

function Import({ input }: { input: InputSummary }) {
  const t = useText()
  const crumbs = useExtractorCrumbs(input)
  const isAllowed = useMay()(updateExtractor, { inputId: input.id })
  const existing = useQuery({ ...extractorsQuery(useCall(), input.id), refetchInterval: false })
  return (
    <Page
      title={t('extractors.import.to')}
      subject={input.title}
      description={t('extractors.import.description')}
      crumbs={crumbs}
      width="reading"
    >
      <ForEditors isAllowed={isAllowed} otherwise="extractors.notEditable">
        <Loaded query={existing} lines={4}>
          {(all) => <ImportForm input={input} firstOrder={nextOrder(all)} />}
        </Loaded>
      </ForEditors>
    </Page>
  )
}

function ImportForm({ input, firstOrder }: { input: InputSummary; firstOrder: number }) {
  const t = useText()
  const go = useGo()
  const notify = useNotify()
  const { list } = useExtractorLinks(input)
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text, TYPING_PAUSE_MS)
  const file = read(settled, firstOrder)
  const entries = 'entries' in file ? file.entries : []
  const checks = useServerChecks(input.id, entries)
  const run = useImport(input.id)
  useLeaveGuard(text !== '')
  const readFile = async (chosen: File | null) => {
    if (chosen === null) return
    if (chosen.size > MAX_FILE_BYTES) notify.error(t('extractors.import.tooLarge'))
    else setText(await chosen.text())
  }
  const start = () => {
    const now = read(text, firstOrder)
    if ('error' in now)
      notify.error(t('extractors.toast.notJson', { error: now.error }), t('extractors.toast.notJson.title'))
    else {
      // What the server refused to try is not sent again.
      const isRefused = (index: number) => text === settled && checks?.[index] !== undefined
      const requests = now.entries.map(({ request }, index) => (isRefused(index) ? undefined : request))
      run.mutate(requests, { onSuccess: ({ imported }) => imported > 0 && go(list, { isSaved: true }) })
    }
  }
  return (
    <Stack gap="md">
      <Textarea
        className={classes['code'] ?? ''}
        label={t('extractors.import.file')}
        placeholder={t('extractors.import.placeholder')}
        rows={12}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <FileButton accept="application/json,.json,text/plain" onChange={(chosen) => void readFile(chosen)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileUpload size={15} />} mr="auto">
            {t('extractors.import.choose')}
          </Button>
        )}
      </FileButton>
      {'error' in file && settled.trim() !== '' && (
        <Text size="sm" c="var(--ly-bad-text)" role="status">
          {t('extractors.import.notJson')} <span translate="no">{file.error}</span>
        </Text>
      )}
      {'entries' in file && <ImportPreview entries={file.entries} checks={checks} />}
      <FormFooter cancelTo={list}>
        <Button disabled={text.trim() === ''} loading={run.isPending} onClick={start}>
          {t('extractors.import.start')}
        </Button>
      </FormFooter>
    </Stack>
  )
}

type Read = { readonly entries: readonly FileEntry[] } | { readonly error: string }

function read(text: string, firstOrder: number): Read {
  try {
    return { entries: readExtractorFile(text, firstOrder) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { error: error.message }
  }
}

/** Why the server would refuse entries, by their position; `undefined` until it responds. */
function useServerChecks(inputId: string, entries: readonly FileEntry[]) {
  const call = useCall()
  const requests = entries.map(({ request }) => request)
  const { data } = useQuery({
    queryKey: ['extractor-import-check', inputId, requests],
    queryFn: ({ signal }) => checkExtractors(call, inputId, requests, signal),
    enabled: requests.some((request) => request !== undefined),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return data
}
