/** The service worker, which keeps the files of the page. */

/** Starts the service worker, and shows when the page works offline. */
export function watchOffline(): void {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined || import.meta.env.DEV) {
    return;
  }
  const ask = (): void => serviceWorker.controller?.postMessage("ready");
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data === "offline") {
      document.body.dataset["offline"] = "true";
      const place = document.querySelector(".offline");
      if (place !== null) {
        place.textContent = "Works offline";
      }
    }
  });
  serviceWorker.addEventListener("controllerchange", ask);
  // Without a secure connection there is no service worker, and the page works as long as its server does.
  serviceWorker.register("./service_worker.js").then(ask, () => undefined);
}
