import type { Difference } from '@logyard/contract/content-packs/upgrades'
import { VisuallyHidden } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { changedLines } from '../model/changed-lines.ts'
import classes from './differences.module.css'

/** Each place with the value before and after, as the command line shows them; of long texts the lines that change. */
export function Differences({ differences }: { differences: readonly Difference[] }) {
  const t = useText()
  if (differences.length === 0) return null
  return (
    <dl className={classes['differences']} translate="no">
      {differences.map((difference) => {
        const { line, before, after } = changedLines(difference)
        return (
          <div key={difference.path}>
            <dt>
              {difference.path}
              {line !== undefined && <span translate="yes"> {t('contentPacks.difference.line', { line })}</span>}
            </dt>
            {before !== null && (
              <dd data-side="before">
                <span aria-hidden>- </span>
                <VisuallyHidden translate="yes">{t('contentPacks.before')} </VisuallyHidden>
                <del>{before}</del>
              </dd>
            )}
            {after !== null && (
              <dd data-side="after">
                <span aria-hidden>+ </span>
                <VisuallyHidden translate="yes">{t('contentPacks.after')} </VisuallyHidden>
                <ins>{after}</ins>
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}
