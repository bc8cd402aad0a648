import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../link-button.tsx'
import classes from './wizard.module.css'

interface WizardFooterProps {
  /** The problems that prevent saving, shown above the buttons. */
  readonly errors?: ReactNode
  readonly cancelTo: string
  readonly children: ReactNode
}

/** The buttons of a step at the bottom of the window: Cancel first, and at the right end the button that goes on. */
export function WizardFooter({ children, errors, cancelTo }: WizardFooterProps) {
  const t = useText()
  return (
    <div className={classes['footer']}>
      {errors !== undefined && <div className={classes['errors']}>{errors}</div>}
      <LinkButton variant="default" to={cancelTo}>
        {t('ui.cancel')}
      </LinkButton>
      {children}
    </div>
  )
}
