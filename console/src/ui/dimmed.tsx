import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A paragraph that matters less than what is around it. */
export const Dimmed = ({ size = 'sm', children }: { readonly size?: 'xs' | 'sm'; readonly children: ReactNode }) => (
  <Text size={size} c="dimmed">
    {children}
  </Text>
)

/** Words that matter less than the rest of their line. */
export const DimmedWords = ({ children }: { children: ReactNode }) => (
  <Text span inherit c="dimmed">
    {children}
  </Text>
)
