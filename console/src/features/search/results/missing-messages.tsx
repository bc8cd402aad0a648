import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMissingText } from '../../../view-document/execution/use-missing-text.ts'

/** Says that the results lack the messages of these shards, above all of them. */
export function MissingMessages({ shards }: { readonly shards: readonly number[] }) {
  const missingText = useMissingText()
  return (
    <Alert
      color="amber"
      role="status"
      icon={<IconAlertTriangle />}
      py="xs"
      mx="md"
      mb="sm"
      // The content beside it may be wider than the visible part.
      maw="calc(100cqw - 2 * var(--mantine-spacing-md))"
    >
      {missingText(shards)}
    </Alert>
  )
}
