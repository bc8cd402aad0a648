import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { Button, Group, Select } from '@mantine/core'
import { IconChartLine, IconColumnInsertRight, IconColumnRemove, IconListNumbers } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { fieldChart } from '../../view-document/editing/new-widgets.ts'
import { useTopValues } from './use-top-values.ts'

interface FieldStatisticsActionsProps {
  readonly field: string
  readonly tables: readonly MessagesWidget[]
  readonly onDone: () => void
}

/** Further fields are found by typing. */
const OFFERED = 200

/** What can be made of a field: a widget of its values, alone or by another field, a chart, a column. */
export function FieldStatisticsActions({ field, tables, onDone }: FieldStatisticsActionsProps) {
  const t = useText()
  const { addWidget, updateWidget } = useSearchActions()
  const { fields, has } = useFieldTypes()
  const topValues = useTopValues()
  const refused = topValues.disabledBecause(field)
  const isColumn = tables.length > 0 && tables.every(({ config }) => config.fields.includes(field))
  const toggleColumn = () => {
    for (const table of tables) {
      const others = table.config.fields.filter((name) => name !== field)
      updateWidget({ ...table, config: { ...table.config, fields: isColumn ? others : [...others, field] } })
    }
  }
  const partners = fields.filter(({ name }) => name !== field && topValues.disabledBecause(name) === undefined)
  const done = (act: () => void) => () => {
    act()
    onDone()
  }
  return (
    <Group gap={6}>
      {refused === undefined && (
        <>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconListNumbers size={14} />}
            onClick={done(() => topValues.show(field))}
          >
            {t('fields.topValues')}
          </Button>
          <Select
            size="xs"
            flex={1}
            miw={130}
            aria-label={t('fields.topValuesBy')}
            placeholder={t('fields.topValuesBy')}
            searchable
            selectFirstOptionOnChange
            limit={OFFERED}
            attributes={{ option: { translate: 'no' } }}
            comboboxProps={{ withinPortal: false }}
            nothingFoundMessage={t('fields.none')}
            data={partners.map(({ name }) => name)}
            value={null}
            onChange={(other) => {
              if (other !== null) done(() => topValues.show(field, other))()
            }}
          />
        </>
      )}
      {has(field, 'numeric') && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconChartLine size={14} />}
          onClick={done(() => addWidget(fieldChart(field)))}
        >
          {t('fields.chart')}
        </Button>
      )}
      {tables.length > 0 && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={isColumn ? <IconColumnRemove size={14} /> : <IconColumnInsertRight size={14} />}
          onClick={toggleColumn}
        >
          {t(isColumn ? 'fields.removeColumn' : 'fields.addColumn')}
        </Button>
      )}
    </Group>
  )
}
