import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import { ActionIcon, Button, Input, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../dimmed.tsx'
import classes from './headers-field.module.css'

type Header = readonly [name: string, value: string]

interface HeadersFieldProps {
  readonly label: ReactNode
  readonly error?: ReactNode
  readonly headers: readonly Header[]
  readonly onChange: (headers: Readonly<Record<string, string>>) => void
}

/** Names and values; a header without a name is not sent. Stored values that the server hides can be replaced. */
export function HeadersField({ label, error, headers, onChange }: HeadersFieldProps) {
  const t = useText()
  const id = useId()
  const [rows, setRows] = useState<readonly Header[]>(headers)
  const change = (next: readonly Header[]) => {
    setRows(next)
    onChange(
      Object.fromEntries(next.filter(([name]) => name.trim() !== '').map(([name, value]) => [name.trim(), value])),
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own border and legend
    <div role="group" aria-labelledby={id}>
      <Input.Label component="div" id={id}>
        {label}
      </Input.Label>
      {rows.length === 0 && <Dimmed>{t('ui.headers.none')}</Dimmed>}
      <div className={classes['headers']}>
        {rows.map(([name, value], index) => (
          <HeaderRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position
            key={index}
            number={index + 1}
            name={name}
            value={value}
            isInvalid={error !== undefined}
            onChange={(row) => change(rows.with(index, row))}
            onDelete={() => change(rows.toSpliced(index, 1))}
          />
        ))}
      </div>
      {error !== undefined && <Input.Error mt={4}>{error}</Input.Error>}
      <Button
        mt="xs"
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => change([...rows, ['', '']])}
      >
        {t('ui.headers.add')}
      </Button>
    </div>
  )
}

interface HeaderRowProps {
  readonly number: number
  readonly name: string
  readonly value: string
  readonly isInvalid: boolean
  readonly onChange: (header: Header) => void
  readonly onDelete: () => void
}

function HeaderRow({ number, name, value, isInvalid, onChange, onDelete }: HeaderRowProps) {
  const t = useText()
  const isHidden = value === PASSWORD_SET
  const input = { size: 'xs', autoComplete: 'off', spellCheck: false, 'aria-invalid': isInvalid } as const
  return (
    <>
      <TextInput
        {...input}
        aria-label={t('ui.headers.name', { number })}
        placeholder={t('ui.headers.name.label')}
        value={name}
        onChange={({ currentTarget }) => onChange([currentTarget.value, value])}
      />
      <TextInput
        {...input}
        aria-label={t('ui.headers.value', { number })}
        placeholder={t(isHidden ? 'ui.headers.stored' : 'ui.headers.value.label')}
        value={isHidden ? '' : value}
        onChange={({ currentTarget }) => onChange([name, currentTarget.value])}
      />
      <ActionIcon aria-label={t('ui.headers.delete', { number })} onClick={onDelete}>
        <IconX size={14} />
      </ActionIcon>
    </>
  )
}
