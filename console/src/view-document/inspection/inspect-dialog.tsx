/** What a search or a widget asks the server: its request, the SQL that ran, and where the time goes. */
import {
  type InspectedStatement,
  type InspectionRequest,
  inspectSearch,
  type SearchInspection,
} from '@logyard/contract/search/search-inspection'
import { Button, Group, Modal, SegmentedControl, Stack, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useIntl } from 'react-intl'
import { useCall, useServices } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import { curlOfSearch } from './curl-of-search.ts'
import classes from './inspect-dialog.module.css'

interface InspectDialogProps {
  /** The title of the search or the widget. */
  readonly subject: string
  readonly draft: InspectionRequest
  readonly onClose: () => void
}

const PARTS = ['times', 'sql', 'request'] as const
type Part = (typeof PARTS)[number]

export function InspectDialog({ subject, draft, onClose }: InspectDialogProps) {
  const t = useText()
  const [part, setPart] = useState<Part>('times')
  // Executed once for each dialog: each execution has times of its own.
  const [opened] = useState(draft)
  const inspected = useInspection(opened)
  return (
    <Modal opened onClose={onClose} size="xl" title={t('searchTools.inspect.title', { subject })}>
      <Stack gap="sm">
        <Group justify="space-between">
          <SegmentedControl
            size="xs"
            aria-label={t('search.inspect')}
            data={PARTS.map((value) => ({ value, label: t(`searchTools.inspect.${value}`) }))}
            value={part}
            onChange={(value) => setPart(PARTS.find((one) => one === value) ?? 'times')}
          />
          <Button
            size="xs"
            variant="default"
            loading={inspected.isFetching}
            onClick={() => void inspected.refetch({ cancelRefetch: false })}
          >
            {t('searchTools.inspect.again')}
          </Button>
        </Group>
        {part === 'request' ? (
          <Request draft={opened} />
        ) : inspected.isError ? (
          <LoadFailed error={inspected.error} onRetry={inspected.refetch} />
        ) : inspected.data === undefined ? (
          <Loading label={t('searchTools.inspect.loading')} />
        ) : part === 'sql' ? (
          <Statements draft={opened} {...inspected.data} />
        ) : (
          <Times draft={opened} {...inspected.data} />
        )}
      </Stack>
    </Modal>
  )
}

interface Inspected extends SearchInspection {
  /** From the request until its answer was read, in the browser. */
  readonly wholeMs: number
}

function useInspection(draft: InspectionRequest) {
  const call = useCall()
  return useQuery({
    queryKey: ['inspect', draft],
    queryFn: async ({ signal }): Promise<Inspected> => {
      const startMs = performance.now()
      const inspection = await call(inspectSearch, { body: draft, signal })
      return { ...inspection, wholeMs: performance.now() - startMs }
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

function Request({ draft }: { draft: InspectionRequest }) {
  const t = useText()
  const { config } = useServices()
  const json = JSON.stringify(draft, null, 2)
  const curl = curlOfSearch(new URL(config.apiUrl, window.location.href).href, draft)
  return (
    <>
      <Code label="JSON" text={json} copyLabel={t('searchTools.inspect.copyJson')} />
      <Code label="curl" text={curl} copyLabel={t('searchTools.copyCurl')} />
    </>
  )
}

type PartProps = Inspected & { readonly draft: InspectionRequest }

function Statements({ draft, statements, left_out }: PartProps) {
  const t = useText()
  if (statements.length === 0) return <Dimmed>{t('searchTools.inspect.none')}</Dimmed>
  return (
    <>
      {statements.map((statement, at) => (
        <Code
          // biome-ignore lint/suspicious/noArrayIndexKey: statements have no other identity
          key={at}
          label={`${at + 1} · ${nameOf(draft, statement)}`}
          text={statement.sql}
          copyLabel={t('searchTools.inspect.copySql')}
        />
      ))}
      {left_out > 0 && <Dimmed>{t('searchTools.inspect.leftOut', { count: left_out })}</Dimmed>}
    </>
  )
}

/** The type of the search type that the statement belongs to. */
function nameOf({ search }: InspectionRequest, { search_type_id }: InspectedStatement): string {
  const types = search.queries?.flatMap((query) => query.search_types ?? []) ?? []
  return types.find(({ id }) => id === search_type_id)?.type ?? '·'
}

function Times({ draft, statements, took_ms, wholeMs, answer_bytes }: PartProps) {
  const t = useText()
  const bytes = useBytes()
  const { formatNumber } = useIntl()
  const ms = (value: number) =>
    formatNumber(value, { style: 'unit', unit: 'millisecond', maximumFractionDigits: value < 10 ? 1 : 0 })
  const sum = (of: (statement: InspectedStatement) => number) => statements.reduce((all, one) => all + of(one), 0)
  const phases: readonly (readonly [string, ReactNode])[] = [
    [t('searchTools.inspect.whole'), ms(wholeMs)],
    [t('searchTools.inspect.browser'), ms(Math.max(wholeMs - took_ms, 0))],
    [t('searchTools.inspect.server'), ms(took_ms)],
    [t('searchTools.inspect.waiting'), ms(sum((one) => one.waiting_ms))],
    [t('searchTools.inspect.engine'), ms(sum((one) => one.engine_ms ?? one.took_ms))],
    [t('searchTools.inspect.answer'), bytes(answer_bytes)],
  ]
  const head = ['statement', 'waiting', 'took', 'engine', 'rows', 'read', 'found'] as const
  return (
    <>
      <dl className={classes['phases']}>
        {phases.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes['scroll']}>
        <Table fz="xs" className={classes['table'] ?? ''} aria-label={t('searchTools.inspect.statements')}>
          <Table.Thead>
            <Table.Tr>
              {head.map((id) => (
                <Table.Th key={id}>{t(`searchTools.inspect.${id}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {statements.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: statements have no other identity
              <Table.Tr key={at}>
                <Table.Td translate="no">{`${at + 1} · ${nameOf(draft, one)}`}</Table.Td>
                <Table.Td>{ms(one.waiting_ms)}</Table.Td>
                <Table.Td>{one.has_failed ? t('searchTools.inspect.failed') : ms(one.took_ms)}</Table.Td>
                <Table.Td>{one.engine_ms === null ? '–' : ms(one.engine_ms)}</Table.Td>
                <Table.Td>{one.rows === null ? '–' : formatNumber(one.rows)}</Table.Td>
                <Table.Td>{one.bytes === null ? '–' : bytes(one.bytes)}</Table.Td>
                <Table.Td>{bytes(one.answer_bytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {statements.length === 0 && <Dimmed>{t('searchTools.inspect.none')}</Dimmed>}
    </>
  )
}

function Code({ label, text, copyLabel }: { label: string; text: string; copyLabel: string }) {
  return (
    <section className={classes['code']} aria-label={label}>
      <Group justify="space-between" gap="xs">
        <Dimmed size="xs">{label}</Dimmed>
        <CopyButton value={text} label={copyLabel} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre translate="no" tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}
