import { ActionIcon, Button, Input, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import classes from './form.module.css'

type Header = readonly [name: string, value: string]

interface HeadersFieldProps {
  readonly label: string
  readonly headers: readonly Header[]
  readonly onChange: (headers: Readonly<Record<string, string>>) => void
}

/** Names and values; a header without a name is not sent. */
export function HeadersField({ label, headers, onChange }: HeadersFieldProps) {
  const t = useText()
  const [rows, setRows] = useState<readonly Header[]>(headers)
  const change = (next: readonly Header[]) => {
    setRows(next)
    onChange(
      Object.fromEntries(next.filter(([name]) => name.trim() !== '').map(([name, value]) => [name.trim(), value])),
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own border and legend
    <div role="group" aria-label={label}>
      <Input.Label component="div">{label}</Input.Label>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('lookup.http.header.none')}
        </Text>
      )}
      <div className={classes['headers']}>
        {rows.map(([name, value], index) => (
          <HeaderRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position
            key={index}
            number={index + 1}
            name={name}
            value={value}
            onChange={(row) => change(rows.with(index, row))}
            onDelete={() => change(rows.toSpliced(index, 1))}
          />
        ))}
      </div>
      <Button
        mt="xs"
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => change([...rows, ['', '']])}
      >
        {t('lookup.http.header.add')}
      </Button>
    </div>
  )
}

interface HeaderRowProps {
  readonly number: number
  readonly name: string
  readonly value: string
  readonly onChange: (header: Header) => void
  readonly onDelete: () => void
}

function HeaderRow({ number, name, value, onChange, onDelete }: HeaderRowProps) {
  const t = useText()
  const input = { size: 'xs', autoComplete: 'off', spellCheck: false } as const
  return (
    <>
      <TextInput
        {...input}
        aria-label={t('lookup.http.header.name', { number })}
        placeholder={t('lookup.http.header.name.label')}
        value={name}
        onChange={({ currentTarget }) => onChange([currentTarget.value, value])}
      />
      <TextInput
        {...input}
        aria-label={t('lookup.http.header.value', { number })}
        placeholder={t('lookup.http.header.value.label')}
        value={value}
        onChange={({ currentTarget }) => onChange([name, currentTarget.value])}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('lookup.http.header.delete', { number })}
        onClick={onDelete}
      >
        <IconX size={14} />
      </ActionIcon>
    </>
  )
}
