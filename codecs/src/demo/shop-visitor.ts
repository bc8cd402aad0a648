import { createDice, type Dice, seededFractions } from './dice.ts'
import { CUSTOMERS, PLACES, type Place } from './shop-world.ts'

export interface Visitor extends Omit<Place, 'weight' | 'network'> {
  readonly address: string
}

/** A visitor at one of the locations. */
export function visitor(dice: Dice, places: readonly [Place, ...Place[]] = PLACES): Visitor {
  const { city, country, geo, network } = dice.pickWeighted(places)
  return { city, country, geo, address: `${network}.${1 + dice.below(254)}` }
}

const HOMES = (() => {
  const dice = createDice(seededFractions(CUSTOMERS))
  return Array.from({ length: CUSTOMERS }, () => visitor(dice))
})()

/** Customers order from home. */
export function customerAt(number: number): Visitor {
  const home = HOMES[number]
  if (home === undefined) throw new Error(`there is no customer ${number}`)
  return home
}
