import { MAX_VALUE_COLUMNS } from '@logyard/contract/lookup/lookup-values'
import { MultiSelect, Select, Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { Dimmed, DimmedWords } from '../../../ui/dimmed.tsx'
import { type CsvTable, type CsvValues, readCsv } from './csv-file.ts'
import classes from './csv-source.module.css'

/** Columns of a wide file that are shown. */
const SHOWN_COLUMNS = 8

interface CsvColumnsProps {
  readonly value: CsvValues
  readonly error: ReactNode
  readonly onChange: (value: CsvValues) => void
}

/** Selects the column of the key and those of the values, with the first rows of the file below. */
export function CsvColumns({ value, error, onChange }: CsvColumnsProps) {
  const t = useText()
  const { csv, separator, key_column: key, value_columns: values } = value
  const table = useMemo(() => readCsv(csv, separator), [csv, separator])
  const { columns } = table
  const chooseKey = (next: string | null) => {
    if (next === null) return
    const others = values.filter((name) => name !== next)
    const first = columns.find((name) => name !== next)
    onChange({ ...value, key_column: next, value_columns: others.length > 0 || first === undefined ? others : [first] })
  }
  return (
    <>
      <div className={classes['columns']}>
        <Select
          label={t('lookup.file.key')}
          required
          allowDeselect={false}
          attributes={{ dropdown: { translate: 'no' } }}
          data={[...columns]}
          value={key}
          onChange={chooseKey}
        />
        <MultiSelect
          label={t('lookup.file.values')}
          description={values.length > 1 ? t('lookup.file.values.several') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          maxValues={MAX_VALUE_COLUMNS}
          attributes={{ dropdown: { translate: 'no' } }}
          data={columns.filter((name) => name !== key)}
          value={[...values]}
          error={error}
          onChange={(next) => onChange({ ...value, value_columns: next })}
        />
      </div>
      <FirstRows table={table} keyColumn={key} valueColumns={values} />
    </>
  )
}

interface FirstRowsProps {
  readonly table: CsvTable
  readonly keyColumn: string
  readonly valueColumns: readonly string[]
}

function FirstRows({ table, keyColumn, valueColumns }: FirstRowsProps) {
  const t = useText()
  const { columns, rows, count } = table
  return (
    <div>
      <PlainTable
        label={t('lookup.file.rows')}
        minWidth={0}
        columns={columns.slice(0, SHOWN_COLUMNS).map((name) => ({
          header: name === keyColumn ? t('lookup.file.keyHeader', { name }) : name,
          isData: true,
          cell: (row: CsvTable['rows'][number]) =>
            name === keyColumn ? (
              <Text span inherit fw={700}>
                {row[name]}
              </Text>
            ) : valueColumns.includes(name) ? (
              row[name]
            ) : (
              <DimmedWords>{row[name]}</DimmedWords>
            ),
        }))}
        rows={rows}
        rowId={(_, place) => String(place)}
      />
      <Dimmed size="xs">{t('lookup.file.count', { count, shown: rows.length })}</Dimmed>
    </div>
  )
}
