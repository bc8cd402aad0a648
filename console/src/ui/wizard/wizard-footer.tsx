import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../link-button.tsx'
import classes from './wizard.module.css'

/** The buttons of a step at the bottom of the window: Cancel first, and at the right end the button that goes on. */
export function WizardFooter({ children, cancelTo }: { readonly children: ReactNode; readonly cancelTo: string }) {
  const t = useText()
  return (
    <div className={classes['footer']}>
      <LinkButton variant="default" to={cancelTo}>
        {t('ui.cancel')}
      </LinkButton>
      {children}
    </div>
  )
}
