import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { isError } from './is-error.ts'

export interface FormErrorsProps {
  /** Field name to error, as in the form; fields without an error are omitted. */
  readonly errors: Readonly<Record<string, ReactNode>>
  /** Field name to the label on the page. */
  readonly labels: Readonly<Record<string, string>>
  /** The server's error that belongs to no field. */
  readonly general?: { readonly title: string; readonly text: string } | undefined
}

/** The summary above the buttons: every error with the name of its field. Renders nothing without errors. */
export function FormErrors({ errors, labels, general }: FormErrorsProps) {
  const t = useText()
  const wrong = Object.entries(errors).filter(([, error]) => isError(error))
  if (wrong.length === 0 && general === undefined) return null
  const title = general?.title ?? t('ui.form.errors', { count: wrong.length })
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={title}>
      {general !== undefined && (
        <Text size="sm" translate="no">
          {general.text}
        </Text>
      )}
      {wrong.length > 0 && (
        <List size="sm">
          {wrong.map(([name, error]) => (
            <List.Item key={name}>
              {labels[name] ?? name}: {error}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}
