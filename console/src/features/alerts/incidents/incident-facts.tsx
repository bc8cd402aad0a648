import type { Incident } from '@logyard/contract/alerts/incidents'
import classes from './incidents.module.css'

/** What the alerts of an incident have in common. */
export function IncidentFacts({ shared }: Pick<Incident, 'shared'>) {
  return (
    <span className={classes['facts']} translate="no">
      {shared.map(({ field, value }) => (
        <span key={field} className={classes['fact']}>
          <span className={classes['field']}>{field}</span> {value}
        </span>
      ))}
    </span>
  )
}
