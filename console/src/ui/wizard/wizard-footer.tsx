import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../link-button.tsx'
import classes from './wizard.module.css'

interface WizardFooterProps {
  readonly children: ReactNode
  readonly cancelTo: string
}

/** The buttons of a step, visible at the bottom of the window, with "Cancel" at the end. */
export function WizardFooter({ children, cancelTo }: WizardFooterProps) {
  const t = useText()
  return (
    <div className={classes['footer']}>
      {children}
      <span className={classes['grow']} />
      <LinkButton variant="default" to={cancelTo}>
        {t('ui.cancel')}
      </LinkButton>
    </div>
  )
}
