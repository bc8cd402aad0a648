import { Button, FileButton, Group, Text, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { CsvColumns } from './csv-columns.tsx'
import { type CsvValues, csvValues, NO_CSV } from './csv-file.ts'
import classes from './csv-source.module.css'

/** The server refuses larger files too. */
const MAX_FILE_BYTES = 8 * 1024 * 1024
/** Characters of a text that can be edited here. */
const MAX_EDITED = 20_000

interface CsvSourceProps {
  readonly value: CsvValues
  readonly errors: { readonly csv: ReactNode; readonly value_columns: ReactNode }
  readonly onChange: (value: CsvValues) => void
}

/** Takes a CSV file by dropping, choosing or pasting, and shows its columns and first rows. */
export function CsvSource({ value, errors, onChange }: CsvSourceProps) {
  const t = useText()
  const notify = useNotify()
  const [isOver, setIsOver] = useState(false)
  const take = async (file: File | null | undefined) => {
    if (file === null || file === undefined) return
    const text = file.size > MAX_FILE_BYTES ? undefined : await textOf(file)
    if (text !== undefined) onChange(csvValues(text, file.name))
    else notify.error(t(file.size > MAX_FILE_BYTES ? 'lookup.values.import.tooLarge' : 'lookup.file.notText'))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  const isFile = value.file_name !== '' || value.csv.length > MAX_EDITED
  return (
    <>
      <section
        className={classes['drop']}
        aria-label={t('lookup.file')}
        data-over={isOver || undefined}
        onDrop={drop}
        onDragOver={over}
        onDragLeave={() => setIsOver(false)}
      >
        <Group gap="sm" justify="space-between">
          <Text size="sm" fw={500} translate={value.file_name === '' ? 'yes' : 'no'}>
            {value.file_name === '' ? t('lookup.file.drop') : value.file_name}
          </Text>
          <Group gap="xs">
            <FileButton accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={(file) => void take(file)}>
              {(props) => (
                <Button {...props} size="xs" variant="default" leftSection={<IconFileUpload size={15} />}>
                  {t('lookup.values.import.choose')}
                </Button>
              )}
            </FileButton>
            {isFile && (
              <Button size="xs" variant="default" onClick={() => onChange(NO_CSV)}>
                {t('lookup.file.remove')}
              </Button>
            )}
          </Group>
        </Group>
        {!isFile && (
          <Textarea
            label={t('lookup.values.import.csv')}
            description={t('lookup.values.import.help')}
            placeholder={'ip,office\n10.0.0.1,Berlin\n10.0.0.2,Paris'}
            translate="no"
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            data-autofocus
            rows={5}
            spellCheck={false}
            value={value.csv}
            error={errors.csv}
            onChange={({ currentTarget }) => onChange(csvValues(currentTarget.value, ''))}
          />
        )}
      </section>
      {value.csv.trim() !== '' && <CsvColumns value={value} error={errors.value_columns} onChange={onChange} />}
    </>
  )
}

/** Undefined if the file is not UTF-8. */
async function textOf(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return undefined
  }
}
