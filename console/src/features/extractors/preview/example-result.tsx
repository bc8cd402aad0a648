/** What the extractor of the form does to the example. */
import type { TriedExample } from '@logyard/contract/extractors/try-extractor'
import { Alert, Table, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { FieldSwatch } from '../../../parsing/marked-text/marked-text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { extractedFields } from '../model/extracted-fields.ts'
import type { ExtractorValues } from '../model/extractor-values.ts'
import { whyNothingExtracted } from '../model/nothing-extracted.ts'
import { FieldName } from './field-name.tsx'
import classes from './preview.module.css'
import { UNNAMED_FIELD } from './use-try.ts'

interface ExampleResultProps {
  readonly values: ExtractorValues
  readonly result: TriedExample
  readonly text: string
  /** Changes the name of a field that the grok pattern names. */
  readonly onRename: (from: string, to: string) => void
}

export function ExampleResult({ values, result, text, onRename }: ExampleResultProps) {
  const t = useText()
  if (result.condition === 'miss') return <Quiet text={t('extractors.condition.miss')} />
  if (result.exception !== null) return <Failure title={t('extractors.preview.failed')} text={result.exception} />
  const isCut = result.source !== null && result.source !== text
  return (
    <>
      {Object.keys(result.fields).length === 0 ? (
        <Quiet text={t(result.extracted ? 'extractors.nothing' : whyNothingExtracted(values))} />
      ) : (
        <ResultFields values={values} fields={result.fields} onRename={onRename} />
      )}
      {isCut && (
        <div>
          <Dimmed size="xs">{t('extractors.preview.afterCut', { field: values.sourceField })}</Dimmed>
          <Text size="sm" className={classes['value'] ?? ''} translate="no">
            {result.source}
          </Text>
        </div>
      )}
      {result.converter_failures.map(({ converter, message }) => (
        <Failure key={converter} title={t('extractors.preview.converterFailed', { converter })} text={message} />
      ))}
    </>
  )
}

function Quiet({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {text}
    </Text>
  )
}

function Failure({ title, text }: { title: string; text: string }) {
  return (
    <Alert color="amber" p="xs" icon={<IconAlertTriangle size={16} />} title={title}>
      <Text size="sm" translate="no">
        {text}
      </Text>
    </Alert>
  )
}

interface ResultFieldsProps extends Pick<ExampleResultProps, 'onRename'> {
  readonly values: ExtractorValues
  readonly fields: TriedExample['fields']
}

function ResultFields({ values, fields, onRename }: ResultFieldsProps) {
  const t = useText()
  const entries = Object.entries(fields)
  const names = Object.keys(fields)
  const own = values.type === 'grok' ? extractedFields(String(values.settings['grok_pattern'] ?? '')) : []
  return (
    <Table className={classes['fields'] ?? ''} aria-label={t('extractors.preview.fields')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('extractors.preview.field')}</Table.Th>
          <Table.Th>{t('extractors.preview.value')}</Table.Th>
          <Table.Th>{t('extractors.preview.type')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Td>
              <FieldSwatch field={name} fields={names} />
              {values.targetField === '' && name === UNNAMED_FIELD ? (
                <em>{t('extractors.preview.unnamed')}</em>
              ) : own.includes(name) ? (
                <FieldName name={name} onRename={(to) => onRename(name, to)} />
              ) : (
                <span translate="no">{name}</span>
              )}
            </Table.Td>
            <Table.Td className={classes['fieldValue'] ?? ''} translate="no">
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </Table.Td>
            <Table.Td>{t(`extractors.preview.type.${kindOf(value, values)}`)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function kindOf(value: unknown, { type, converters }: ExtractorValues) {
  const mayBeDate = type === 'grok' || converters.some((one) => one.isOn && /date/.test(one.type))
  if (typeof value === 'string') return mayBeDate && INSTANT.test(value) ? 'date' : 'text'
  if (typeof value === 'number' || typeof value === 'bigint') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return Array.isArray(value) ? 'list' : 'other'
}
