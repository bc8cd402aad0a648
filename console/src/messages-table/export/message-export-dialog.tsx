import { Alert, Button, Checkbox, Group, Modal, NumberInput, Radio, SegmentedControl, Stack, Text } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { SortableList } from '../../ui/sortable-list/sortable-list.tsx'
import { FieldSelect } from '../fields/field-select.tsx'
import { ExportProgress } from './export-progress.tsx'
import {
  EXPORT_FORMATS,
  type ExportableTable,
  type ExportFormat,
  type ExportSource,
  exportedCount,
  exportedFields,
} from './message-export.ts'
import { type ExportChoice, useMessageExport } from './use-message-export.ts'
import { useRunningExport } from './use-running-export.ts'

interface MessageExportDialogProps {
  readonly source: ExportSource
  /** The table that the dialog was opened from. */
  readonly table?: ExportableTable
  readonly onClose: () => void
}

/** Chooses the messages, fields and format of an export. */
export function MessageExportDialog({ source, table: given, onClose }: MessageExportDialogProps) {
  const t = useText()
  const { tables, kind } = source
  const [only] = tables
  const isChoice = given === undefined && (kind === 'dashboard' || tables.length > 1)
  const [table, setTable] = useState(given ?? (isChoice ? undefined : only))
  const [isChosen, setIsChosen] = useState(!isChoice)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(kind === 'search' ? 'search.export.title' : 'searchTools.export.titleDashboard')}
    >
      {isChosen ? (
        <ExportForm
          key={table?.widget.id}
          source={source}
          table={table}
          onBack={isChoice ? () => setIsChosen(false) : undefined}
          onClose={onClose}
        />
      ) : tables.length === 0 ? (
        <Alert color="amber">{t('searchTools.export.noTable')}</Alert>
      ) : (
        <TableChoice
          tables={tables}
          onClose={onClose}
          onPick={(picked) => {
            setTable(picked)
            setIsChosen(true)
          }}
        />
      )}
    </Modal>
  )
}

interface TableChoiceProps {
  readonly tables: readonly ExportableTable[]
  readonly onPick: (table: ExportableTable) => void
  readonly onClose: () => void
}

function TableChoice({ tables, onPick, onClose }: TableChoiceProps) {
  const t = useText()
  const [id, setId] = useState<string>()
  const picked = tables.find(({ widget }) => widget.id === id)
  return (
    <Stack gap="md">
      <Radio.Group label={t('searchTools.export.selectTable')} value={id ?? null} onChange={setId}>
        <Stack gap="xs" mt="xs">
          {tables.map(({ widget, title }) => (
            <Radio key={widget.id} value={widget.id} label={<span translate="no">{title}</span>} />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui.close')}
        </Button>
        <Button disabled={picked === undefined} onClick={() => picked !== undefined && onPick(picked)}>
          {t('searchTools.export.next')}
        </Button>
      </Group>
    </Stack>
  )
}

interface ExportFormProps {
  readonly source: ExportSource
  readonly table: ExportableTable | undefined
  readonly onBack: (() => void) | undefined
  readonly onClose: () => void
}

function ExportForm(props: ExportFormProps) {
  const { data: begun, mutate, isPending } = useMessageExport()
  const running = useRunningExport(begun, props.onClose)
  if (begun !== undefined && running.isLong) {
    return <ExportProgress name={begun.name} running={running} onClose={props.onClose} />
  }
  return <ExportChoices {...props} isBusy={isPending || begun !== undefined} onStart={mutate} />
}

interface ExportChoicesProps extends ExportFormProps {
  readonly isBusy: boolean
  readonly onStart: (choice: ExportChoice) => void
}

function ExportChoices({ source, table, onBack, onClose, isBusy, onStart }: ExportChoicesProps) {
  const t = useText()
  const [fields, setFields] = useState(() => exportedFields(table))
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [limit, setLimit] = useState<number>()
  const [isDefused, setIsDefused] = useState(true)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onStart({ source, table, fields, format, limit, isDefused })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {table !== undefined && (
          <div>
            {table.total !== undefined && (
              <Text fw={550}>{t('searchTools.export.count', { count: exportedCount(table.total, limit) })}</Text>
            )}
            <Text size="sm" c="dimmed">
              {t('searchTools.export.from')} <span translate="no">{table.title}</span>
            </Text>
          </div>
        )}
        <Stack gap="xs">
          <FieldSelect
            label={t('searchTools.export.fields')}
            placeholder={t('searchTools.export.addField')}
            onPick={(field) => setFields((old) => (old.includes(field) ? old : [...old, field]))}
          />
          <SortableList
            label={t('searchTools.export.fields')}
            items={fields}
            nameOf={(field) => field}
            onChange={setFields}
          />
        </Stack>
        <Group gap="md" align="flex-start" wrap="wrap">
          <Stack gap={3}>
            <Text size="sm" fw={500}>
              {t('searchTools.export.format')}
            </Text>
            <SegmentedControl
              aria-label={t('searchTools.export.format')}
              data={EXPORT_FORMATS.map((value) => ({ value, label: t(`searchTools.export.format.${value}`) }))}
              value={format}
              onChange={setFormat}
            />
          </Stack>
          <NumberInput
            label={t('searchTools.export.limit')}
            description={t('searchTools.export.limit.help')}
            placeholder={t('searchTools.export.limit.all')}
            min={1}
            thousandSeparator=","
            value={limit ?? ''}
            onChange={(value) => setLimit(typeof value === 'number' ? value : undefined)}
          />
        </Group>
        {format === 'csv' && (
          <Checkbox
            label={t('searchTools.export.defuse')}
            description={t('searchTools.export.defuse.help')}
            checked={isDefused}
            onChange={(event) => setIsDefused(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="sm">
          {onBack !== undefined && (
            <Button variant="subtle" onClick={onBack}>
              {t('searchTools.export.otherTable')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <Button type="submit" disabled={fields.length === 0 || isBusy}>
            {t(isBusy ? 'searchTools.export.downloading' : 'searchTools.export.start')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
