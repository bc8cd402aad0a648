import { Anchor, Collapse, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { useRichText, useText } from '../../base/text/text.tsx'

/** How to set a new password, on request. */
export function ForgottenPassword() {
  const t = useText()
  const rich = useRichText()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('login.forgotten')}
      </Anchor>
      <Collapse id={id} expanded={isOpen}>
        <Text size="sm" c="dimmed" mt="xs">
          {rich('login.forgotten.text', { code: (text) => <code translate="no">{text}</code> })}
        </Text>
      </Collapse>
    </div>
  )
}
