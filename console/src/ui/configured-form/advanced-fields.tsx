import { Collapse, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { ConfigurationFields, type ConfigurationFieldsProps } from './configuration-fields.tsx'
import classes from './configured-form.module.css'

/** Fields that most people leave as they are; open if one of them has an error. */
export function AdvancedFields(props: ConfigurationFieldsProps) {
  const t = useText()
  const id = useId()
  const [opened, setOpened] = useState(false)
  const hasError = Object.keys(props.request).some((name) => props.errors[name] !== undefined)
  const isOpen = opened || hasError
  return (
    <div>
      <UnstyledButton
        className={classes['advanced'] ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpen)}
      >
        <IconChevronRight size={15} aria-hidden />
        {t('ui.config.advanced')}
      </UnstyledButton>
      <Collapse id={id} expanded={isOpen} transitionDuration={0}>
        <ConfigurationFields {...props} />
      </Collapse>
    </div>
  )
}
