import { createRule } from '@logyard/contract/pipelines/rules'
import { Menu } from '@mantine/core'
import { IconArrowFork } from '@tabler/icons-react'
import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import type { StoredMessage } from '../loader/loaded-message.ts'

interface RuleItemProps {
  readonly field: string
  readonly value: unknown
  readonly stored: StoredMessage
}

/** Longer values are no condition that anyone wants, and too long for an address. */
const MAX_VALUE = 200

/** Opens a new pipeline rule about the field and its value, to be tried on the message. */
export function RuleItem(props: RuleItemProps) {
  return useMay()(createRule) ? <WriteRule {...props} /> : null
}

function WriteRule({ field, value, stored }: RuleItemProps) {
  const t = useText()
  const go = useGo()
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  const text = isPlain && String(value).length <= MAX_VALUE ? String(value) : undefined
  const about = { field, value: text, index: stored.index, message_id: stored.id }
  return (
    <Menu.Item leftSection={<IconArrowFork size={15} />} onClick={() => go(routes.pipelines.ruleNew(about))}>
      {t('fields.writeRule')}
    </Menu.Item>
  )
}
