import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../link-button.tsx'
import classes from './form-footer.module.css'
import { useFormHost } from './form-host.ts'

interface FormFooterProps {
  /** The problems that prevent saving, shown above the buttons. */
  readonly errors?: ReactNode
  /** The address that Cancel leads to. A dialog closes instead; without both there is no Cancel. */
  readonly cancelTo?: string | undefined
  /** The further buttons; the last one is the primary one. */
  readonly children?: ReactNode
}

/** The buttons of a form or of a step of it, at the bottom of the window while the form is longer. */
export function FormFooter({ errors, cancelTo, children }: FormFooterProps) {
  const t = useText()
  const onCancel = useFormHost()?.onCancel
  return (
    <div className={classes['footer']} data-form-footer data-in-dialog={onCancel !== undefined || undefined}>
      {errors}
      <Group justify="flex-end" gap="sm">
        {onCancel !== undefined && (
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
        )}
        {onCancel === undefined && cancelTo !== undefined && (
          <LinkButton variant="default" to={cancelTo}>
            {t('ui.cancel')}
          </LinkButton>
        )}
        {children}
      </Group>
    </div>
  )
}
