import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './wizard.module.css'

interface WizardStep<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly isDisabled?: boolean
  /** Says that the step has errors. */
  readonly problem?: string | undefined
}

interface WizardStepsProps<Name extends string> {
  readonly label: string
  readonly steps: readonly WizardStep<Name>[]
  readonly current: Name
  readonly onStep: (step: Name) => void
}

/** The numbered steps of a form with several pages. */
export const WizardSteps = <Name extends string>({ label, steps, current, onStep }: WizardStepsProps<Name>) => (
  <nav aria-label={label} className={classes['steps']}>
    <ol>
      {steps.map(({ name, label: title, isDisabled = false, problem }, place) => (
        <li key={name}>
          <button
            type="button"
            aria-current={name === current ? 'step' : undefined}
            disabled={isDisabled}
            onClick={() => onStep(name)}
          >
            <span className={classes['place']} aria-hidden>
              {place + 1}
            </span>
            {title}
            {problem !== undefined && <IconAlertTriangle size={14} role="img" aria-label={problem} />}
          </button>
        </li>
      ))}
    </ol>
  </nav>
)
