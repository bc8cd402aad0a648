/** A form for every API operation. It is a page of its own, so that it also works without signing in to the console. */
import { Group, Stack, Text, Title } from '@mantine/core'
import { useHash } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useDocumentTitle } from '../../base/page/document-title.ts'
import { useServices } from '../../base/services/services.tsx'
import { useCatalogues, useText } from '../../base/text/text.tsx'
import { LogyardMark } from '../../ui/logyard-mark.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import classes from './api-browser.module.css'
import { CredentialsForm, type TypedCredentials } from './credentials-form.tsx'
import { type ApiOperation, readOperations } from './openapi.ts'
import { OperationForm } from './operation-form.tsx'
import { OperationList } from './operation-list.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

export function ApiBrowser() {
  const catalogues = useCatalogues()
  const [areTextsHere, setAreTextsHere] = useState(false)
  useEffect(() => {
    void catalogues.load('apiBrowser').then(() => setAreTextsHere(true))
  }, [catalogues])
  return areTextsHere ? <Browser /> : <Loading />
}

async function loadOperations(apiUrl: string, signal: AbortSignal): Promise<readonly ApiOperation[]> {
  const response = await fetch(`${apiUrl}openapi.json`, { signal, headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return readOperations(await response.json())
}

function Browser() {
  const t = useText()
  const { config } = useServices()
  const [hash, setHash] = useHash()
  const [credentials, setCredentials] = useState<TypedCredentials>()
  useDocumentTitle(t('apiBrowser.title'))
  const result = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => loadOperations(config.apiUrl, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const chosenId = decodeURIComponent(hash.replace(/^#/, ''))
  const chosen = result.data?.find((operation) => operation.id === chosenId)
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <Group gap="sm" wrap="nowrap">
          <LogyardMark />
          <div>
            <Title order={1}>{t('apiBrowser.title')}</Title>
            <Text size="xs" c="dimmed" ff="monospace" translate="no">
              {config.apiUrl}
            </Text>
          </div>
        </Group>
        <Group gap="sm">
          <CredentialsForm credentials={credentials} onChange={setCredentials} />
          <ThemeToggle />
        </Group>
      </header>
      <nav className={classes['list']} aria-label={t('apiBrowser.operations')}>
        {result.isPending && <Loading />}
        {result.data !== undefined && (
          <OperationList
            operations={result.data}
            chosenId={chosen?.id}
            onChoose={(id) => setHash(encodeURIComponent(id))}
          />
        )}
      </nav>
      <main className={classes['main']}>
        {result.isError && <LoadFailed error={result.error} onRetry={result.refetch} />}
        {chosen === undefined ? (
          result.data !== undefined && <EmptyState title={t('apiBrowser.choose')} text={t('apiBrowser.choose.text')} />
        ) : (
          <Stack key={chosen.id}>
            <OperationForm operation={chosen} credentials={credentials} />
          </Stack>
        )}
      </main>
    </div>
  )
}
