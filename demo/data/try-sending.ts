/**
 * For the page's button that tests the seal of this thread; the browser reports each refusal.
 * @returns whether the browser refused to send
 */
export async function trySending(address: string) {
  let isRefused = false;
  const note = () => {
    isRefused = true;
  };
  self.addEventListener("securitypolicyviolation", note);
  await fetch(address).catch(() => {});
  await new Promise((done) => setTimeout(done, 50));
  self.removeEventListener("securitypolicyviolation", note);
  return isRefused;
}
