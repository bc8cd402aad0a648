import { Loader, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../base/text/text.tsx'
import { AllowUrl } from './allow-url.tsx'
import { useUrlCheck } from './use-url-check.ts'

interface WhitelistedUrlInputProps {
  readonly label: ReactNode
  readonly description?: ReactNode
  readonly value: string
  readonly onChange: (url: string) => void
  /** The title of the new entry of the whitelist. */
  readonly entryTitle?: string
  /** A text in the URL that stands for changing parts, such as `${key}`; the offered entry is then a regular expression. */
  readonly placeholderText?: string
  readonly isRequired?: boolean
  /** The problems that the form finds. */
  readonly error?: ReactNode
}

/** A URL that the server will request: says whether the whitelist allows it, and offers to add it. */
export function WhitelistedUrlInput(props: WhitelistedUrlInputProps) {
  const { label, description, value, onChange, entryTitle = '', placeholderText, isRequired = false } = props
  const t = useText()
  const state = useUrlCheck(value)
  /** Half a URL is invalid, so it is an error only once the user leaves the field. */
  const [isLeft, setIsLeft] = useState(false)
  const url = value.trim()
  return (
    <Stack gap={6} align="flex-start">
      <TextInput
        w="100%"
        label={label}
        description={description}
        required={isRequired}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        translate="no"
        value={value}
        error={state === 'invalid' && isLeft ? t('whitelist.invalidUrl', { url }) : props.error}
        onBlur={() => setIsLeft(true)}
        onChange={({ currentTarget }) => {
          setIsLeft(false)
          onChange(currentTarget.value)
        }}
        rightSection={
          state === 'checking' ? (
            <Loader size={14} aria-label={t('whitelist.checking')} />
          ) : state === 'allowed' ? (
            <IconCheck size={16} role="img" aria-label={t('whitelist.listed')} color="var(--ly-ok)" />
          ) : null
        }
      />
      {state === 'allowed' && (
        <Text span size="xs" c="var(--ly-accent-text)" role="status">
          {t('whitelist.listed')}
        </Text>
      )}
      {state === 'refused' && <AllowUrl entry={{ title: entryTitle, url, placeholder: placeholderText }} />}
    </Stack>
  )
}
