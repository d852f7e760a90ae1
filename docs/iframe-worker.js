// Browsers start no worker for a page that lies on a disk. There the search of the site runs in a hidden frame instead,
// which looks like a worker from both sides. Elsewhere this does nothing.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = []; // messages for a worker that is not loaded yet
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.addEventListener("load", () => this.load(frame, url), { once: true });
      document.body.append(frame);
    }

    load(frame, url) {
      const inner = frame.contentWindow;
      inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = inner.document.createElement("script");
      script.src = new URL(url, location.href).href;
      script.onload = () => {
        this.inner = inner;
        this.waiting.splice(0).forEach((data) => this.postMessage(data));
      };
      script.onerror = () => this.dispatchEvent(new Event("error"));
      inner.document.body.append(script);
    }

    postMessage(data) {
      if (this.inner) this.inner.dispatchEvent(new this.inner.MessageEvent("message", { data }));
      else this.waiting.push(data);
    }

    terminate() {
      this.inner = null;
    }
  };
}
