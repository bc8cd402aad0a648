import type { Pattern } from '@logyard/contract/search/patterns'
import { Fragment } from 'react'
import { useText } from '../../base/text/text.tsx'
import classes from './patterns.module.css'

/** A variable part of a pattern, and the element that shows it. */
interface PickedPart {
  readonly position: number
  readonly at: DOMRect
}

interface PatternTextProps {
  readonly pattern: Pattern
  /** Absent: the variable parts are no buttons. */
  readonly onPart?: (part: PickedPart) => void
}

/** Each variable part names its kind, and can be a button that shows its values. */
export function PatternText({ pattern: { text, parts }, onPart }: PatternTextProps) {
  const t = useText()
  return (
    <>
      {parts.map(({ position, kind }, index) => (
        <Fragment key={position}>
          {text.slice(endOf(parts[index - 1]), position)}
          {onPart === undefined ? (
            <span className={classes['part']}>{t(`search.patterns.kind.${kind}`)}</span>
          ) : (
            <button
              type="button"
              className={classes['placeholder']}
              data-kind={kind}
              aria-haspopup="dialog"
              aria-label={t('search.patterns.valuesAt', { kind: t(`search.patterns.kind.${kind}`), part: index + 1 })}
              onClick={({ currentTarget }) => onPart({ position, at: currentTarget.getBoundingClientRect() })}
            >
              {t(`search.patterns.kind.${kind}`)}
            </button>
          )}
        </Fragment>
      ))}
      {text.slice(endOf(parts.at(-1)))}
    </>
  )
}

/** After the `*` of the part. */
const endOf = (part: Pattern['parts'][number] | undefined): number => (part === undefined ? 0 : part.position + 1)
