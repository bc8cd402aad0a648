import { Group } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Whether something fits, by an icon and a colour, with the reason. */
export function Verdict({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  const Icon = isGood ? IconCheck : IconX
  return (
    <Group gap={6} wrap="nowrap" fz="sm" c={isGood ? 'var(--ly-accent-text)' : 'var(--ly-bad-text)'}>
      <Icon size={15} aria-hidden />
      <span style={{ whiteSpace: 'normal' }}>{children}</span>
    </Group>
  )
}
