import { CloseButton, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { AddressProblem } from '../editing/dashboard-address.ts'

/** Lists the parts of the link that have no meaning, until the user closes it. */
export function LinkProblems({ problems }: { problems: readonly AddressProblem[] }) {
  const t = useText()
  const [isClosed, setIsClosed] = useState(false)
  if (isClosed) return null
  return (
    <Group gap="xs" wrap="nowrap" role="status" c="var(--ly-warn-text)">
      <IconAlertTriangle size={16} aria-hidden />
      <Text size="sm">{problems.map((problem) => t(`dashboards.address.${problem}`)).join(' ')}</Text>
      <CloseButton size="sm" aria-label={t('ui.close')} onClick={() => setIsClosed(true)} />
    </Group>
  )
}
