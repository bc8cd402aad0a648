import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { STEPS, type Step } from '../model/step.ts'
import classes from './wizard.module.css'

interface StepBarProps {
  readonly current: Step
  readonly wrong: ReadonlySet<Step>
  readonly onStep: (step: Step) => void
}

/** All steps; each can be opened at any time. */
export function StepBar({ current, wrong, onStep }: StepBarProps) {
  const t = useText()
  return (
    <nav aria-label={t('definitions.steps')} className={classes['steps']}>
      <ol>
        {STEPS.map((step, place) => (
          <li key={step}>
            <button type="button" aria-current={step === current ? 'step' : undefined} onClick={() => onStep(step)}>
              <span className={classes['place']} aria-hidden>
                {place + 1}
              </span>
              {t(`definitions.step.${step}`)}
              {wrong.has(step) && (
                <IconAlertTriangle size={14} role="img" aria-label={t('definitions.step.hasErrors')} />
              )}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
