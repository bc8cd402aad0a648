// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
export const Regex = 1
export const SlashWord = 2
export const SlashPattern = 3
