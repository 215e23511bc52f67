/** What telemetry does wrong stays in it: the work that it watches never sees a fault of its own. */
export function quietly<Value>(work: () => Value, otherwise: Value): Value {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
