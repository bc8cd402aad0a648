import type { RuleMap, RuleValue } from '../rule-values.ts'

/** A Map with further properties, which a key of the same name hides. */
export abstract class RuleMatches extends Map<string, RuleValue> {
  abstract property(name: string): RuleValue | undefined
}

/** What `regex` found: the groups by name. */
export class RegexMatches extends RuleMatches {
  private readonly isFound: boolean

  constructor(isFound: boolean, groups: RuleMap) {
    super(groups)
    this.isFound = isFound
  }

  property(name: string): RuleValue | undefined {
    if (name === 'matches') return this.isFound
    return name === 'groups' ? this : undefined
  }
}

/** What `grok` found: the captures by name. It matches if it has captures. */
export class GrokMatches extends RuleMatches {
  property(name: string): RuleValue | undefined {
    return name === 'matches' ? this.size > 0 : undefined
  }
}
