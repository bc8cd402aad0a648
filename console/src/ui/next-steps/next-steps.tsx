import { Title } from '@mantine/core'
import { type ComponentType, type ReactNode, useId } from 'react'
import { AppLink } from '../../base/routes/app-link.tsx'
import classes from './next-steps.module.css'

interface NextStepsProps {
  readonly title: string
  /** Some `NextStep`. */
  readonly children: ReactNode
}

/** Where to go once something exists: shown after each creation. */
export function NextSteps({ title, children }: NextStepsProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes['next']}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <ul>{children}</ul>
    </section>
  )
}

interface NextStepProps {
  readonly Icon: ComponentType<{ size: number; 'aria-hidden': true }>
  readonly label: string
  /** Leads to another page. Without it, the step is done by what `children` show. */
  readonly to?: string
  /** Shown below the label: a command to copy, or whether it has happened. */
  readonly children?: ReactNode
}

export function NextStep({ Icon, label, to, children }: NextStepProps) {
  return (
    <li data-wide={children !== undefined || undefined}>
      <div className={classes['label']}>
        <Icon size={16} aria-hidden />
        {to === undefined ? <span>{label}</span> : <AppLink to={to}>{label}</AppLink>}
      </div>
      {children}
    </li>
  )
}
