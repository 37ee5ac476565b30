/**
 * Holds at most `most` entries: when it is full, it forgets the oldest ones, an eighth at once, because finding the
 * first entry of a map costs more the more was deleted before it. An entry that is set again becomes the newest.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#most) {
      const least = this.#most - Math.floor(this.#most / 8)
      for (const oldest of this.keys()) {
        if (this.size <= least) break
        this.delete(oldest)
      }
    }
    return this
  }

  /** The known value, else one that is made now and kept. */
  of(key: K, make: (key: K) => V & {}): V {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = make(key)
    this.set(key, made)
    return made
  }
}
