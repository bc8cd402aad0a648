import { Center, Loader, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../dimmed.tsx'

/** A whole area that is loading. */
export function Loading({ label }: { label?: string }) {
  const t = useText()
  return (
    <Center mih={200} role="status">
      <Stack align="center" gap="sm">
        <Loader size="sm" type="dots" />
        <Dimmed>{label ?? t('ui.loading')}</Dimmed>
      </Stack>
    </Center>
  )
}

/** A skeleton of the lines that are loading, so that the page does not jump when they arrive. */
export function LoadingLines({ lines = 4 }: { lines?: number }) {
  const t = useText()
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
        <Skeleton key={line} h={14} w={`${90 - ((line * 17) % 45)}%`} />
      ))}
    </Stack>
  )
}
