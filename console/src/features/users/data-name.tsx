import { Text } from '@mantine/core'

/** A name that users gave, within one of our sentences. */
export function DataName({ children }: { children: string }) {
  return (
    <Text span inherit fw={600} translate="no">
      {children}
    </Text>
  )
}
