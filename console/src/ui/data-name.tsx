import { Text } from '@mantine/core'

/** A name given by users, in a translated sentence. */
export function DataName({ children }: { children: string }) {
  return (
    <Text span inherit fw={600} translate="no">
      {children}
    </Text>
  )
}
