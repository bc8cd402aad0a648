import { Text, UnstyledButton } from '@mantine/core'
import { FormFooter } from '../form/form-footer.tsx'
import classes from './choice-list.module.css'

interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** A line about the choice. */
  readonly help?: string | undefined
  /** The texts come from the server and are not translated. */
  readonly isData?: boolean
}

interface ChoiceListProps<Value extends string> {
  readonly label: string
  readonly choices: readonly Choice<Value>[]
  readonly onPick: (value: Value) => void
  /** The address that Cancel leads to; absent in a dialog. */
  readonly cancelTo: string | undefined
}

/** The first step of a form that depends on a type: a click on one goes on. */
export const ChoiceList = <Value extends string>({ label, choices, onPick, cancelTo }: ChoiceListProps<Value>) => (
  <div className={classes['choices']}>
    <ul aria-label={label}>
      {choices.map(({ value, label: name, help, isData }) => (
        <li key={value}>
          <UnstyledButton
            className={classes['choice'] ?? ''}
            translate={isData ? 'no' : 'yes'}
            onClick={() => onPick(value)}
          >
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              {help}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
    <FormFooter cancelTo={cancelTo} />
  </div>
)
